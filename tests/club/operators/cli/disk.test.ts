import { expect, test } from "vitest";
import { describeSpace } from "../../../../club/operators/doctor/disk";

const MEGABYTE = 1_000_000;

/** What is said of a disk with so many megabytes, of which the process may still use so many. */
const say = (free: number, size: number) => describeSpace({ bavail: free, blocks: size, bsize: MEGABYTE });

test("architecture: a disk needs a gigabyte and a tenth of its size free, each of them", () => {
  expect(say(1_000, 10_000)).toBe("1.0 GB free of 10.0 where DATA_DIR is");
  expect(() => say(999, 2_000)).toThrow("1.0 GB free of 2.0 where DATA_DIR is: free some space");
  expect(() => say(9_999, 100_000)).toThrow("10.0 GB free of 100.0 where DATA_DIR is: free some space");
});
