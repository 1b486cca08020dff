import { createRemixStub } from "@remix-run/testing";
import { render } from "@testing-library/react";
import { type ComponentProps, createContext, useContext } from "react";
import { expect, it } from "vitest";
import { PromotionBonus } from "../../app/features/promotions/promotion-bonus";
import type { PromotionState } from "../../app/features/promotions/promotion-dates";
import { ReportOutcome } from "../../app/features/reports/report-outcome";
import { viewReport } from "../../app/features/reports/view-reports.server";
import { listReports } from "../../contract/deals";

const Told = createContext<ComponentProps<typeof PromotionBonus> | null>(null);

function Page() {
  const told = useContext(Told);
  return told && <PromotionBonus {...told} />;
}

const textOf = (container: HTMLElement) => (container.textContent ?? "").replaceAll("\u00a0", " ");

it("§3.10 the outcome of a report is a success only where no row has failed", () => {
  const outcome = (fields: object) => {
    const [title] = listReports.reply.parse({ items: [{ id: "1", status: "done", ...fields }], total: 1 }).items;
    const report = viewReport(title as Parameters<typeof viewReport>[0]);
    return render(<ReportOutcome report={report} />).container.querySelector(".notice")?.className;
  };
  expect(outcome({ processed: 3, failed: 0, points: 5 })).toBe("notice notice--success");
  expect(outcome({ processed: 3, failed: 1, points: 5 })).toBe("notice notice--warning");
  expect(outcome({ processed: 3, failed: 3 })).toBe("notice notice--error");
  expect(outcome({ processed: 3, repeated: 3 })).toBe("notice");
});

it("§1.5 what is left of a promotion's budget is told until it has ended, what it has brought also afterwards", () => {
  const tell = (state: PromotionState, left: number | null) => {
    const bonus = { countedDays: "", left, earned: 15 };
    const Stub = createRemixStub([{ path: "/", Component: Page }]);
    const { container } = render(
      <Told.Provider value={{ bonus, title: "баллы", state }}>
        <Stub />
      </Told.Provider>,
    );
    const text = textOf(container);
    return [/бюджете|Бюджет/.test(text), text.includes("Акция принесла вам 15 баллов")];
  };
  expect([tell("running", 7), tell("running", 0), tell("running", null), tell("ended", 7)]).toEqual([
    [true, true],
    [true, true],
    [false, true],
    [false, true],
  ]);
});
