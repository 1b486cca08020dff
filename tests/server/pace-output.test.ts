import { EventEmitter } from "node:events";
import type { Request, Response } from "express";
import { beforeEach, expect, test } from "vitest";
import { paceOutput } from "../../server/pace-output";

/** A connection that takes what it is told to take. */
class Connection extends EventEmitter {
  hasRoom = false;
  destroyed = false;
  readonly locals = { loadContext: {} as { waitForVisitor?: () => Promise<void> } };
  write(_text: string): boolean {
    return this.hasRoom;
  }
}

let connection: Connection;
beforeEach(() => {
  connection = new Connection();
  paceOutput()({} as Request, connection as unknown as Response, () => undefined);
});

/** Waits as a loader does that sends a file. @returns tells whether it goes on */
function wait(): { isOver: boolean } {
  const waiting = { isOver: false };
  void connection.locals.loadContext.waitForVisitor?.().then(() => {
    waiting.isOver = true;
  });
  return waiting;
}

const goOn = { isOver: true };

test("§6.4 whoever sends a file waits until the visitor has taken what was sent", async () => {
  const first = wait();
  await expect.poll(() => first).toEqual(goOn);
  expect(connection.write("a part")).toBe(false);
  const waiting = [wait(), wait()];
  await Promise.resolve();
  expect(waiting).toEqual([{ isOver: false }, { isOver: false }]);
  connection.emit("drain");
  await expect.poll(() => waiting).toEqual([goOn, goOn]);
  connection.hasRoom = true;
  connection.write("the rest");
  const next = wait();
  await expect.poll(() => next).toEqual(goOn);
});

test("§6.4 nobody waits for a visitor who has left", async () => {
  connection.write("a part");
  const waiting = wait();
  connection.destroyed = true;
  connection.emit("close");
  await expect.poll(() => waiting).toEqual(goOn);
  connection.write("the rest");
  const late = wait();
  await expect.poll(() => late).toEqual(goOn);
});
