import { expect, test } from "vitest";
import { describeError } from "../../club/http/describe-error";
import { openTestClub } from "../setup/club";

test("architecture: a failed call is logged by its place and code, never by what was typed", async () => {
  const club = await openTestClub({ work: false });
  const failed = await club.db
    .selectFrom("users")
    .select("id")
    .where("invite_id", "=", "79161234567")
    .execute()
    .catch((error: unknown) => error);
  await club.close();
  if (!(failed instanceof Error)) throw new Error("the database took a phone for an id");
  expect(failed.message).toContain("79161234567");
  const logged = describeError(failed);
  expect(JSON.stringify(logged)).not.toContain("79161234567");
  expect(logged).toMatchObject({ code: "22P02", stack: expect.stringContaining("at ") });
});
