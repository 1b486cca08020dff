/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    /** Requests a second over all connections; as many as possible without it. */
    overallRate?: number;
    /** Sent in turn; otherwise all go to the URL. */
    requests?: readonly (SentRequest | { setupRequest(request: SentRequest): SentRequest })[];
  }

  interface SentRequest {
    path: string;
    headers: Record<string, string>;
  }

  interface Result {
    /** Seconds. */
    duration: number;
    requests: { total: number };
    /** Bytes, with headers. */
    throughput: { total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number; max: number };
    non2xx: number;
    errors: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
