import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { uploadForm, useUploadProgress } from "../../app/features/documents/upload";

/** The browser's request, which the test answers. */
class HeldRequest {
  static latest: HeldRequest;
  sent: unknown[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  contentType: string | null = null;
  responseText = "";
  responseURL = "";
  constructor() {
    HeldRequest.latest = this;
  }
  open(...call: unknown[]) {
    this.sent.push(...call);
  }
  setRequestHeader(...header: unknown[]) {
    this.sent.push(...header);
  }
  send(form: FormData) {
    this.sent.push(form.get("series"));
  }
  getResponseHeader = () => this.contentType;
}

afterEach(() => vi.unstubAllGlobals());

function send() {
  vi.stubGlobal("XMLHttpRequest", HeldRequest);
  const form = new FormData();
  form.set("series", "4510");
  const outcome = uploadForm("/dashboard/documents/upload", form);
  return { request: HeldRequest.latest, outcome };
}

const Progress = () => <p>{String(useUploadProgress())}</p>;

it("§8.5 an upload of documents tells how far it is, as far as its size is known, and nothing once it has ended", async () => {
  render(<Progress />);
  const shown = () => screen.getByText(/null|\d/).textContent;
  const { request, outcome } = send();
  expect([request.sent, shown()]).toEqual([
    ["POST", "/dashboard/documents/upload", "Accept", "application/json", "4510"],
    "null",
  ]);
  act(() => request.upload.onprogress?.({ loaded: 5, total: 20 }));
  expect(shown()).toBe("0.25");
  act(() => request.upload.onprogress?.({ loaded: 5, total: 0 }));
  expect(shown()).toBe("null");
  act(() => request.upload.onprogress?.({ loaded: 20, total: 20 }));
  await act(async () => {
    request.onerror();
    await outcome;
  });
  expect(shown()).toBe("null");
});

it("§8.5 the reply to an upload leads on, shows the form's errors, or is a page of its own after an outage", async () => {
  for (const reply of [{ to: "/dashboard/documents" }, { result: { status: "error" } }]) {
    const { request, outcome } = send();
    Object.assign(request, { contentType: "application/json; charset=utf-8", responseText: JSON.stringify(reply) });
    request.onload();
    expect(await outcome).toEqual(reply);
  }
  const { request, outcome } = send();
  Object.assign(request, { contentType: "text/html", responseURL: "https://club.example/500.html" });
  request.onload();
  expect(await outcome).toEqual({ page: "https://club.example/500.html" });
});

it("§8.5 an upload whose connection breaks says that the documents haven't been sent", async () => {
  const { request, outcome } = send();
  request.onerror();
  expect(JSON.stringify(await outcome)).toContain("документы не переданы");
});
