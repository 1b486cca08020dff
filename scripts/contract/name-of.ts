import type { CallDescriptor } from "../../contract/call";

/** Method and path, as in the contract. */
export function nameOf({ method, path }: CallDescriptor): string {
  return `${method} ${path}`;
}
