import { expect, test } from "vitest";
import { describeError } from "../../club/platform/http/describe-error";
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

test("architecture: the log names the violated constraint and table, not the row that PostgreSQL repeats in its detail", async () => {
  const club = await openTestClub({ work: false });
  const person = {
    role: "member",
    first_name: "Анна",
    last_name: "Ли",
    phone: "79161234567",
    email: "anna@example.org",
  };
  const insert = () =>
    club.db
      .insertInto("users")
      .values({ ...person, role: "member" })
      .execute();
  await insert();
  const failed = await insert().catch((error: unknown) => error);
  await club.close();
  if (!(failed instanceof Error)) throw new Error("the database took the same phone twice");
  expect(failed).toMatchObject({ detail: expect.stringContaining("79161234567") });
  const wrapped = describeError(new Error("the work failed", { cause: failed }));
  expect(wrapped).toMatchObject({ name: "Error", code: "23505" });
  const logged = describeError(failed);
  expect(logged).toMatchObject({ code: "23505", table: "users", constraint: "users_phone_key" });
  expect(JSON.stringify([logged, wrapped])).not.toMatch(/7916|anna|Анна/);
});
