import { createRemixStub } from "@remix-run/testing";
import { act, render, screen } from "@testing-library/react";
import { createContext, useContext } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ResendForm } from "../../app/features/registration/activation-form";
import { formatWait, useCountdown } from "../../app/features/registration/countdown";
import { usePageForm } from "../../app/ui/core/form";
import { Gauge } from "../../app/ui/lazy/progress";
import { RESEND_SECONDS } from "../../contract/values";

const Wait = createContext(0);

function Resend() {
  return <ResendForm shell={usePageForm("resend", null, "/activation")} wait={useContext(Wait)} resendAt={1} />;
}

/** Shows the result of `useCountdown`. */
function Told({ seconds, startedAt }: { seconds: number; startedAt: number }) {
  const { left, counting } = useCountdown(seconds, startedAt);
  return <p role="timer">{`${left} ${counting}`}</p>;
}

function open(wait: number) {
  const Page = createRemixStub([{ path: "/", Component: Resend }]);
  render(
    <Wait.Provider value={wait}>
      <Page />
    </Wait.Provider>,
  );
  return screen.getByRole<HTMLButtonElement>("button", { name: "Отправить код ещё раз" });
}

const left = () => screen.queryByRole("timer")?.textContent ?? null;
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

describe("countdown", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("§4.10 disables the button for a minute, shown as mm:ss", () => {
    const button = open(RESEND_SECONDS);
    expect([left(), button.disabled]).toEqual(["01:00", true]);
    pass(1);
    expect(left()).toBe("00:59");
    pass(58.6);
    expect([left(), button.disabled]).toEqual(["00:01", true]);
    pass(0.9);
    expect([left(), button.disabled]).toEqual([null, false]);
  });

  it("§4.10 is right after the tab was suspended, and a changed clock has no effect", () => {
    const button = open(RESEND_SECONDS);
    vi.setSystemTime(Date.now() + 3_600_000);
    pass(0.5);
    expect([left(), button.disabled]).toEqual(["01:00", true]);
    // In a suspended tab timers stop and the clock runs.
    const { now } = performance;
    vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 45_000);
    pass(0.5);
    expect(left()).toBe("00:14");
    vi.restoreAllMocks();
  });

  it("§4.10 stops at zero, shows nothing without a wait, and without script stays as the server rendered it", () => {
    const button = open(0);
    expect([left(), button.disabled]).toEqual([null, false]);
    expect(formatWait(75)).toBe("01:15");
    expect(renderToString(<Told seconds={42} startedAt={1} />)).toContain("42 false");
  });

  it("§4.10 another code with the same wait restarts it", () => {
    const { rerender } = render(<Told seconds={60} startedAt={1} />);
    pass(40);
    expect(left()).toBe("20 true");
    rerender(<Told seconds={60} startedAt={2} />);
    expect(left()).toBe("60 true");
  });
});

describe("gauge", () => {
  it("§4.18 is a native progress element whose text is announced", () => {
    const { rerender } = render(<Gauge label="Сейчас: Кепка" value={1} max={4} text="1 из 4 подарков" live />);
    const bar = screen.getByRole<HTMLProgressElement>("progressbar", { name: "Сейчас: Кепка" });
    expect([bar.value, bar.max, bar.getAttribute("aria-valuetext")]).toEqual([1, 4, "1 из 4 подарков"]);
    expect(screen.getByRole("status").getAttribute("aria-live")).toBe("polite");
    rerender(<Gauge label="До подарка" value={700} max={500} text="хватает" />);
    expect([bar.value, bar.max, screen.getByRole("status").getAttribute("aria-live")]).toEqual([500, 500, "off"]);
    rerender(<Gauge label="Строки" value={-1} max={0} text="0 из 0" />);
    expect([bar.value, bar.max]).toEqual([0, 1]);
  });
});
