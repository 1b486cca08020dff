/** Waits for work so many milliseconds at most; what it does goes on. @throws Error when it has no result by then */
export async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), limitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
