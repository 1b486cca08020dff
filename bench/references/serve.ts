import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** What a reference server tells the bench by IPC: its port when it listens, its processor time when it is asked. */
export type Report = { readonly port: number } | { readonly cpu: NodeJS.CpuUsage };

/** Listens on a free port of the loopback. The process ends with the bench that started it. */
export function serve(listener: RequestListener): void {
  const report = (message: Report) => process.send?.(message);
  const server = createServer(listener);
  server.listen(0, "127.0.0.1", () => report({ port: (server.address() as AddressInfo).port }));
  process.on("message", () => report({ cpu: process.cpuUsage() }));
  process.once("disconnect", () => process.exit());
}
