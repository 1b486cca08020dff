import { useLoaderData, useRevalidator } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { type PollAnswer, usePolling } from "../../app/ui/core/polling";

interface Job {
  done: number;
}

function Page() {
  const loaded = useLoaderData() as Job;
  const { revalidate } = useRevalidator();
  const { state, running, trouble } = usePolling(loaded, "/state", ({ done }) => done < 3, 1);
  return (
    <>
      <p>{`${state.done} ${running ? "идёт" : "готово"} ${trouble ?? ""}`.trim()}</p>
      <button type="button" onClick={revalidate}>
        Обновить
      </button>
    </>
  );
}

/** A page with a job, which the test moves on: what the page's loader knows, and what the polled address answers. */
function openPage(first: Job) {
  const server = { page: first, answers: [] as PollAnswer<Job>[], pages: 0 };
  const load = () => {
    server.pages += 1;
    return { ...server.page };
  };
  // Without an answer the poll goes on and brings nothing new.
  const answer = () => server.answers.shift() ?? { state: null, trouble: "Нет связи с клубом." };
  const Stub = createRemixStub([
    { path: "/", Component: Page, loader: load },
    { path: "/state", loader: answer },
  ]);
  render(<Stub />);
  return server;
}

it("§4.9 a job is asked about until it has ended; then the page is loaded again, once", async () => {
  const server = openPage({ done: 0 });
  await screen.findByText("0 идёт Нет связи с клубом.");
  server.answers.push({ state: { done: 1 }, trouble: null }, { state: { done: 2 }, trouble: null });
  await screen.findByText("2 идёт Нет связи с клубом.");
  expect(server.pages).toBe(1);
  server.page = { done: 3 };
  server.answers.push({ state: { done: 3 }, trouble: null });
  await screen.findByText("3 готово");
  await waitFor(() => expect(server.pages).toBe(2));
});

it("§4.9 what the page itself has loaded is newer than what was asked before", async () => {
  const server = openPage({ done: 0 });
  server.answers.push({ state: { done: 1 }, trouble: null });
  await screen.findByText(/^1 идёт/);
  server.page = { done: 2 };
  fireEvent.click(screen.getByRole("button"));
  await screen.findByText(/^2 идёт/);
  server.page = { done: 3 };
  fireEvent.click(screen.getByRole("button"));
  await screen.findByText("3 готово");
});
