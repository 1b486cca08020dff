import plugin from "eslint-plugin-es-x";
import { findFeature, isInTargets, tables } from "../setup/targets";

/** What isn't named after a member of a built-in object, by the path in the tables of browsers. */
const FEATURES: Readonly<Record<string, string>> = {
  "async-iteration": "javascript.statements.for_await_of",
  bigint: "javascript.builtins.BigInt",
  "class-instance-fields": "javascript.classes.public_class_fields",
  "class-private-fields": "javascript.classes.private_class_fields",
  "class-private-methods": "javascript.classes.private_class_methods",
  "class-static-fields": "javascript.classes.static.class_fields",
  "dynamic-import": "javascript.operators.import",
  "export-ns-from": "javascript.statements.export.namespace",
  "global-this": "javascript.builtins.globalThis",
  "import-meta": "javascript.operators.import_meta",
  "logical-assignment-operators": "javascript.operators.logical_or_assignment",
  "nullish-coalescing-operators": "javascript.operators.nullish_coalescing",
  "numeric-separators": "javascript.grammar.numeric_separators",
  "optional-catch-binding": "javascript.statements.try_catch.optional_catch_binding",
  "optional-chaining": "javascript.operators.optional_chaining",
  "regexp-lookbehind-assertions": "javascript.regular_expressions.lookbehind_assertion",
  "regexp-named-capture-groups": "javascript.regular_expressions.named_capturing_group",
  "regexp-s-flag": "javascript.builtins.RegExp.dotAll",
  "rest-spread-properties": "javascript.operators.spread.spread_in_object_literals",
  weakrefs: "javascript.builtins.WeakRef",
};

const EDITIONS = ["es2018", "es2019", "es2020", "es2021", "es2022", "es2023", "es2024", "es2025", "esnext"] as const;

/** The rules of what JavaScript has got since 2018, without those of what all targets have. */
export function listMissingSyntax(): string[] {
  const rules = EDITIONS.flatMap((edition) => Object.keys(plugin.configs[`flat/no-new-in-${edition}`].rules ?? {}));
  return rules.filter((rule) => !isEverywhere(rule.replace("es-x/no-", "")));
}

function isEverywhere(feature: string): boolean {
  const path = FEATURES[feature];
  if (path) return isInTargets(findFeature(path));
  const [owner = "", members = ""] = feature.split("-prototype-");
  // The lint doesn't know whose method is called, so that `map` is that of an array as well.
  if (members) return members.split("-").every((member) => isMember(member));
  const [object = "", ...rest] = owner.split("-");
  return rest.length > 0 && isMember(rest.join(""), object);
}

/** Whether a built-in object, or the named one, has a member of this name, written in small letters, in all targets. */
function isMember(member: string, object?: string): boolean {
  return Object.entries(tables.javascript.builtins ?? {})
    .filter(([name]) => object === undefined || name.toLowerCase() === object)
    .some(([, owner]) =>
      Object.entries(owner).some(
        ([name, found]) => name.toLowerCase() === member && found.__compat !== undefined && isInTargets(found.__compat),
      ),
    );
}
