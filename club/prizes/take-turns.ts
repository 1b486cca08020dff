const turns = new Map<number, Promise<unknown>>();

/**
 * Lets a person's orders of this process run one after another. The database puts them in a queue anyway; waiting here
 * instead, one person's thousand orders don't hold every connection that others need.
 */
export function takeTurns<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(userId) ?? Promise.resolve()).then(work);
  const over = turn
    .catch(() => undefined)
    .then(() => {
      if (turns.get(userId) === over) turns.delete(userId);
    });
  turns.set(userId, over);
  return turn;
}
