import { SHARED_CONNECTIONS } from "./shared-connections";

/** Connections of the pool of a process that serves requests, unless DATABASE_POOL says otherwise. */
export const POOL_CONNECTIONS = 10;
/** With fewer, one report and one order would keep everybody else waiting. */
export const SMALLEST_POOL = 3;

/** The connections that a process opens at most. @param jobs those of the job queue, where the process runs jobs */
export function countConnections(pool: number, jobs: number): number {
  return pool + SHARED_CONNECTIONS + jobs;
}
