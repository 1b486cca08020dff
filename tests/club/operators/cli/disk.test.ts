import { statfs } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { disk } from "../../../../club/operators/doctor/disk";

vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), statfs: vi.fn() }));

const MEGABYTE = 1_000_000;

/** What is said of a disk with so many megabytes, of which so many are free. */
async function check(free: number, size: number): Promise<string> {
  const found = { bavail: free, bfree: size, blocks: size, bsize: MEGABYTE };
  vi.mocked(statfs).mockResolvedValue(found as unknown as Awaited<ReturnType<typeof statfs>>);
  const variables = { dataDir: "/data" } as Parameters<typeof disk.try>[0];
  return disk.try(variables).catch((error: Error) => error.message);
}

test("architecture: a disk needs a gigabyte and a tenth of its size free, each of them", async () => {
  expect(await check(1_000, 10_000)).toBe("1.0 GB free of 10.0 where DATA_DIR is");
  expect(await check(999, 2_000)).toBe("1.0 GB free of 2.0 where DATA_DIR is: free some space");
  expect(await check(9_999, 100_000)).toBe("10.0 GB free of 100.0 where DATA_DIR is: free some space");
});
