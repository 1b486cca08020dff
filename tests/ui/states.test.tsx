import { createRemixStub } from "@remix-run/testing";
import { render } from "@testing-library/react";
import { createContext, type ReactNode, useContext } from "react";
import { expect, it } from "vitest";
import { ClaimStatus } from "../../app/features/claims/claim-status";
import { DocumentsStatus } from "../../app/features/documents/documents-status";
import { ReportGauge, ReportStatus } from "../../app/features/reports/report-status";
import type { ReportView } from "../../app/features/reports/report-view";
import { DOCUMENTS_REJECTED_MESSAGE } from "../../contract/values";

const Shown = createContext<ReactNode>(null);
const ShownState = () => useContext(Shown);
const Page = createRemixStub([{ path: "/", Component: ShownState }]);

/** The text of a state, with plain spaces. */
function tell(state: ReactNode): string {
  const { container, unmount } = render(
    <Shown.Provider value={state}>
      <Page />
    </Shown.Provider>,
  );
  const text = (container.textContent ?? "").replaceAll("\u00a0", " ").trim();
  unmount();
  return text;
}

it("§8.5 documents say what becomes of the gifts that wait for them, and why they were refused", () => {
  const documents = (status: string, reason = "", waiting = false) =>
    tell(<DocumentsStatus status={status} reason={reason} waiting={waiting} />);
  expect(documents("pending", "", true)).toContain("Подарки подождут в корзине.");
  expect(documents("pending")).not.toContain("Подарки");
  expect(documents("accepted", "", true)).toContain("Продолжить заказ");
  expect(documents("accepted")).not.toContain("Продолжить");
  expect(documents("rejected", "Скан не читается.")).toContain("Скан не читается. Исправьте");
  expect(documents("rejected")).toContain(`${DOCUMENTS_REJECTED_MESSAGE} Исправьте`);
  expect(documents("none")).toBe("");
  expect(documents("archived", "Срок вышел.")).toMatch(/Документы: archived.*Срок вышел\./);
});

it("§7.1 a claim shows the state that it has, in the club's words where it has them, with the reason", () => {
  const claim = (status: string, reason = "") => tell(<ClaimStatus status={status} reason={reason} />);
  expect(claim("refused", "Нет документа.")).toMatch(/^Отклонена?.*Нет документа\.$/);
  expect(claim("lost")).toBe("lost");
  expect(claim("")).toBe("—");
});

it("§7.1 a report shows the state that it has, and its rows while they are counted, as far as their number is known", () => {
  const report = (fields: Partial<ReportView>) => ({ id: "1", errors: [], ...fields }) as unknown as ReportView;
  const state = (fields: Partial<ReportView>) => tell(<ReportStatus report={report(fields)} />);
  expect([state({ status: "отложен" }), state({ status: "" })]).toEqual(["отложен", "—"]);
  expect([state({ status: "done" }), state({ status: "done", failed: 1 })]).toEqual(["Посчитан", "Есть ошибки"]);
  const gauge = (fields: Partial<ReportView>) => tell(<ReportGauge report={report(fields)} />);
  expect(gauge({ status: "in_progress", total: 21, processed: 3 })).toBe("Считаем строки 3 из 21 строки");
  expect(gauge({ status: "in_progress", processed: 3 })).toBe("Считаем строки");
  expect(gauge({ status: "queued", total: 5 })).toBe("Ждёт очереди 0 из 5 строк");
  expect(gauge({ status: "done", total: 5, processed: 5 })).toBe("");
});
