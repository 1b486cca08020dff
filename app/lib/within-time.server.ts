/** The result of some work; undefined when it takes more milliseconds than these. The work itself goes on. */
export async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((done) => {
    timer = setTimeout(done, ms, undefined);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
