import type { Endpoint } from "../http/endpoint";

export const endpoints: readonly Endpoint[] = [];
