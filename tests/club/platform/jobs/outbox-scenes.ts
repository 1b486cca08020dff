import type { TestClub } from "../../../setup/club";
import { ago, edgesOf, type JobScene, NOW } from "./job-scene";

/** Jobs that deliver messages, and that forget their texts. */
export const outboxScenes: Readonly<Record<string, JobScene>> = {
  // A gateway that nobody can reach: the nineteenth attempt is followed by one more, the twentieth is the last.
  "outbox-sms": { settings: { smsUrl: "http://127.0.0.1:1" }, worksAtOnce: true, make: addMessages },
  "outbox-email": { worksAtOnce: true, make: addMessages },
  "outbox-clear": {
    async make({ db }) {
      for (const { name, at } of edgesOf(30, "days")) {
        const message = { channel: "email", subject: name, text: name, unsubscribe_url: "/unsubscribe" } as const;
        await db
          .insertInto("outbox")
          .values([
            { ...message, recipient: `sent ${name}`, created_at: at, sent_at: at },
            { ...message, recipient: `failed ${name}`, created_at: at, failed_at: at },
            { ...message, recipient: `waiting ${name}`, created_at: at },
          ])
          .execute();
      }
      return [{}];
    },
  },
};

/** Messages of both channels, so that a job of one leaves those of the other. */
async function addMessages({ db }: TestClub): Promise<readonly object[]> {
  for (const channel of ["sms", "email"] as const) {
    const to = (name: string) => ({
      channel,
      recipient: `${name} by ${channel}`,
      subject: channel === "sms" ? "" : name,
      text: `Текст: ${name}`,
      created_at: ago({ days: 1 }),
      next_attempt_at: NOW,
    });
    await db
      .insertInto("outbox")
      .values([
        to("due now"),
        { ...to("due an hour ago"), next_attempt_at: ago({ hours: 1 }) },
        { ...to("a secret"), is_secret: true },
        { ...to("tried before"), attempts: 18, last_error: "Error" },
        { ...to("tried often"), attempts: 19, last_error: "Error", is_secret: true },
        { ...to("due in a minute"), next_attempt_at: ago({ minutes: -1 }) },
        { ...to("sent"), sent_at: ago({ hours: 1 }) },
        { ...to("given up"), failed_at: ago({ hours: 1 }) },
      ])
      .execute();
  }
  return [{}];
}
