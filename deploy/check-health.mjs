// Ends with 0 when this container's process runs and hasn't begun to stop: each role answers /healthz at a port of its own.
// What a balancer should ask is /readyz, which also tells whether pages can be served.
const { ROLES = "web", PORT, CLUB_PORT, METRICS_PORT, CLUB_TLS_CERT } = process.env;
const port = ROLES.includes("web") ? PORT : ROLES.includes("club") ? CLUB_PORT : METRICS_PORT;
const protocol = !ROLES.includes("web") && ROLES.includes("club") && CLUB_TLS_CERT ? "https" : "http";
// The certificate is that of another name than this machine's.
if (protocol === "https") process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
try {
  const response = await fetch(`${protocol}://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
  process.exit(response.ok ? 0 : 1);
} catch {
  process.exit(1);
}
