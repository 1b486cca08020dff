import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaskKind, TaskView } from "../../app/features/invites/invite-view";
import { TaskProgress } from "../../app/features/invites/task-progress";

/** What is told of a task, with plain spaces. */
function tell(task: Partial<TaskView>, kind: TaskKind = "import") {
  const view = { id: "7", status: "done", repeats: [], errors: [], ...task };
  const { container, unmount } = render(<TaskProgress kind={kind} task={view} />);
  container.querySelector(".notice-sign")?.remove();
  const text = (container.textContent ?? "").replaceAll("\u00a0", " ").trim();
  const look = container.querySelector(".notice")?.className.replace(/^notice ?(notice--)?/, "");
  unmount();
  return [text, look];
}

it("§1.4 a task that waits or runs tells how far it is, as far as the rows are counted", () => {
  expect(tell({ status: "queued" })).toEqual(["Ждёт очереди", undefined]);
  expect(tell({ status: "in_progress", total: 120, processed: 30 })[0]).toContain("30 из 120");
  expect(tell({ status: "in_progress", total: 5 })[0]).toContain("0 из 5");
});

it("§1.4 a task that has broken off says what to do again, and what has gone out as far as that is known", () => {
  const broken = { status: "failed" };
  expect(tell(broken)).toEqual(["Не получилосьЗагрузите файл ещё раз.", "error"]);
  expect(tell({ ...broken, processed: 9, failed: 2, repeated: 3 }, "resend")).toEqual([
    "Не получилосьЗапустите отправку ещё раз. Уже отправлено: 4 приглашения.",
    "error",
  ]);
});

it("§1.4 a list of which nothing goes out is wrong where its rows are, and no mistake where all are invited already", () => {
  expect(tell({ processed: 3, failed: 2, repeated: 1 })).toEqual([
    "Ни одного приглашения не отправленоСтрок с ошибками: 2.",
    "error",
  ]);
  expect(tell({ processed: 3, repeated: 3 })).toEqual(["Новых приглашений нет", ""]);
  expect(tell({ processed: 3, failed: 1 })).toEqual(["Отправляем: 2 приглашенияСтрок с ошибками: 1.", "warning"]);
  expect(tell({ processed: 3 })[1]).toBe("success");
  expect(tell({})).toEqual(["ОтправляемПисьма уйдут в ближайшие минуты.", "success"]);
});

it("§1.4 §7.1 a state that nobody knows is shown as it came, and a task without one as accepted", () => {
  expect(tell({ status: "отложено" })[0]).toBe("отложено");
  expect(tell({ status: "" })[0]).toBe("Задание принято");
});
