import { expect, test } from "vitest";
import type { UpstreamCaller } from "../../app/upstream/caller.server";
import { readJson } from "../../app/upstream/read-json.server";

const MEGABYTE = 1024 * 1024;

/** A reply of so many megabytes, with a count of those that were taken. */
function makeReply(megabytes: number) {
  const taken = { megabytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve));
        const isFirst = taken.megabytes === 0;
        taken.megabytes += 1;
        const isLast = taken.megabytes === megabytes;
        const text = `${isFirst ? '"' : ""}${"x".repeat(MEGABYTE - 1)}${isLast ? '"' : ""}`;
        controller.enqueue(new TextEncoder().encode(text));
        if (isLast) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { taken, response: new Response(body) };
}

const read = (response: Response) => readJson("deals/report/details", response, {} as UpstreamCaller);

test("architecture: long replies are read one after another, and short ones don't wait for them", async () => {
  const first = makeReply(30);
  const second = makeReply(30);
  const short = makeReply(1);
  const began: number[] = [];
  const readings = [
    read(first.response).then(() => began.push(second.taken.megabytes)),
    read(second.response),
    read(short.response).then(() => began.push(first.taken.megabytes)),
  ];
  await Promise.all(readings);
  const [whenShortEnded = 0, whenFirstEnded = 0] = began;
  expect(whenShortEnded).toBeLessThan(10);
  // The second one has waited at the length from which replies are long.
  expect(whenFirstEnded).toBeLessThan(6);
  expect(second.taken.megabytes).toBe(30);
});

test("architecture: a reply that is too long is given up, and the next long one is read", async () => {
  await expect(read(makeReply(80).response)).rejects.toThrow();
  expect(await read(makeReply(5).response)).toHaveLength(5 * (MEGABYTE - 1));
});
