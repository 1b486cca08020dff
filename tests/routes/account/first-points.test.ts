import { expect, test } from "vitest";
import { describeFirstPoints } from "../../../app/features/agreement/first-points.server";

const SPACE = "\u00a0";

test("§4.11 points that waited for the rules are named with what they are for, in the words of the role", () => {
  const credited = { credited_points: 4080, credited_sales: 166, credited_invites: 0 };
  expect(describeFirstPoints(credited, "member")).toMatchObject({
    title: `+4${SPACE}080${SPACE}баллов за 166${SPACE}покупок`,
    link: { to: "/dashboard/gifts/" },
  });
  expect(describeFirstPoints(credited, "manager")).toMatchObject({
    title: `+4${SPACE}080${SPACE}баллов за 166${SPACE}продаж`,
  });
  expect(describeFirstPoints({ credited_points: 71, credited_sales: 1, credited_invites: 2 }, "manager")).toMatchObject(
    {
      title: `+71${SPACE}балл за 1${SPACE}продажу и 2${SPACE}приглашения`,
    },
  );
  expect(describeFirstPoints({ credited_points: 50 }, "curator")).toMatchObject({ title: `+50${SPACE}баллов` });
});

test("§4.11 nothing is celebrated where nothing was credited, or where the upstream doesn't say", () => {
  for (const reply of [{}, { credited_points: 0, credited_sales: 0, credited_invites: 0 }]) {
    const notice = describeFirstPoints(reply, "member");
    expect(notice).toMatchObject({ kind: "success", text: expect.stringContaining("Правила приняты") });
    expect(notice).not.toHaveProperty("title");
    expect(notice).not.toHaveProperty("link");
  }
});
