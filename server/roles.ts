import { ConfigurationError } from "../app/lib/configuration.server";
import { ROLES_RULE, type Role, readRoles } from "../contract/deployment";

/**
 * What this process does, by ROLES. docs/operations.md explains how processes share the work.
 *
 * @throws ConfigurationError with a line for each variable that doesn't fit the roles
 */
export function requireRoles(environment: NodeJS.ProcessEnv): ReadonlySet<Role> {
  const roles = readRoles(environment.ROLES, environment.UPSTREAM_URL);
  if (!roles) throw new ConfigurationError(`ROLES: ${ROLES_RULE}`);
  const has = (name: string) => !!environment[name]?.trim();
  const problems: string[] = [];
  if (roles.has("web") && roles.has("club") && has("UPSTREAM_URL")) {
    problems.push("UPSTREAM_URL: the portal would not use the club of its own process; leave one of them out");
  }
  if (roles.has("web") && !roles.has("club") && !has("UPSTREAM_URL")) {
    problems.push("UPSTREAM_URL: is needed where the club is no part of the process (ROLES)");
  }
  if (!roles.has("web") && roles.has("club") && !has("CLUB_PORT")) {
    problems.push("CLUB_PORT: is needed where the portals are other processes (ROLES)");
  }
  if (!roles.has("club") && has("OPERATOR_PORT")) {
    problems.push("OPERATOR_PORT: the console needs the club in this process; leave it out here");
  }
  if (problems.length > 0) throw new ConfigurationError(problems.join("\n"));
  return roles;
}
