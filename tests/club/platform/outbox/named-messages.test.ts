import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OutboxMessage, waitForMessage } from "../../../setup/outbox";

const TO = "anna@example.com";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "outbox-"));
  await deliver({ to: TO, subject: "Приглашение", text: "Откройте ссылку 1" });
  await deliver({ to: TO, subject: "Доступ", text: "Откройте ссылку 2" });
  await deliver({ to: TO, subject: "Приглашение", text: "Откройте ссылку 3" });
  await deliver({ to: TO, text: "1234 — код" });
  await deliver({ to: "oleg@example.com", subject: "Доступ", text: "Откройте ссылку 4" });
});
afterAll(() => rm(folder, { recursive: true }));

const deliver = (message: Partial<OutboxMessage>) =>
  appendFile(path.join(folder, "outbox.jsonl"), `${JSON.stringify(message)}\n`);

test("architecture: tests find a message by words of its subject or text, however many came after it", async () => {
  expect((await waitForMessage(folder, TO, "Доступ")).text).toBe("Откройте ссылку 2");
  expect((await waitForMessage(folder, TO, "ссылку 1")).text).toBe("Откройте ссылку 1");
  expect((await waitForMessage(folder, TO, "код")).text).toBe("1234 — код");
  for (const nameless of ["", " "]) {
    await expect(waitForMessage(folder, TO, nameless)).rejects.toThrow("No words name the message");
  }
});

test("architecture: earlier messages that don't count are those with the same words", async () => {
  expect((await waitForMessage(folder, TO, "Приглашение", 1)).text).toBe("Откройте ссылку 3");
  const second = waitForMessage(folder, TO, "Доступ", 1);
  await deliver({ to: TO, subject: "Приглашение", text: "Откройте ссылку 5" });
  await deliver({ to: TO, subject: "Доступ", text: "Откройте ссылку 6" });
  expect((await second).text).toBe("Откройте ссылку 6");
});
