import type { RequestHandler } from "express";

/** Whether some address of the portal or the console has this method. */
export function isKnownMethod(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "POST";
}

/**
 * Refuses the methods that no page or form has: browsers send only these three, and Remix would throw at the others. `Allow`
 * says which an address knows.
 * @param hasAction whether a form posts to a path
 */
export function requireKnownMethod(hasAction: (pathname: string) => boolean): RequestHandler {
  return (req, res, next) => {
    if (isKnownMethod(req.method)) return next();
    res
      .status(405)
      .set("Allow", hasAction(req.path) ? "GET, HEAD, POST" : "GET, HEAD")
      .type("text/plain")
      .send("Method not allowed\n");
  };
}
