import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import type { PortalVariables } from "../../platform/configuration";
import type { Check } from "./check";

const FREE_BYTES = 1_000_000_000;
const FREE_SHARE = 0.1;

export const disk: Check<PortalVariables> = {
  name: "disk",
  try: async ({ dataDir }) => describeSpace(await statfs(dataDir)),
};

/** Says in gigabytes how much of a disk is free. @throws Error when less than a gigabyte, or less than a tenth of the disk, is free */
export function describeSpace({ bavail, blocks, bsize }: Pick<StatsFs, "bavail" | "blocks" | "bsize">): string {
  const free = bavail * bsize;
  const words = `${(free / 1e9).toFixed(1)} GB free of ${((blocks * bsize) / 1e9).toFixed(1)} where DATA_DIR is`;
  if (free < FREE_BYTES || bavail < blocks * FREE_SHARE) throw new Error(`${words}: free some space`);
  return words;
}
