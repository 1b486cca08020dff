/**
 * Cookie of a browser whose session the upstream has ended: the pages that are still open in its other tabs then say so,
 * too (§4.1). It identifies nobody, and no page depends on it, only redirects of guests do.
 */
export const SESSION_ENDED_COOKIE = "session_ended";
