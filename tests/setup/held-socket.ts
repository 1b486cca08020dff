import net from "node:net";

/** A socket that outlives the processes that listen at it, as systemd holds one. */
export interface HeldSocket {
  /** To be given to a process as its descriptor 3. */
  readonly descriptor: number;
  close(): void;
}

interface BoundHandle {
  readonly fd: number;
  close(): void;
}
/** Not documented: binds without listening. A `Server` of this process would accept connections itself. */
type CreateHandle = (address: string, port: number, addressType: 4, descriptor?: number) => BoundHandle | number;

/** Binds the port on the loopback. The first process that listens makes connections wait for good. @throws Error where it is taken */
export function holdSocket(port: number): HeldSocket {
  const create = (net as unknown as { _createServerHandle: CreateHandle })._createServerHandle;
  const handle = create("127.0.0.1", port, 4);
  if (typeof handle === "number") throw new Error(`Port ${port} can't be bound: ${handle}`);
  return { descriptor: handle.fd, close: () => handle.close() };
}

/** The variables of a process whose descriptor 3 is the socket. */
export function givenAs(name: "web" | "club" | "metrics"): Record<string, string> {
  return { LISTEN_FDS: "1", LISTEN_FDNAMES: name };
}
