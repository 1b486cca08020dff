# Varnish 6 or later between what ends TLS and the portals, which then need TRUST_PROXY=2 (that one and Varnish).
# It keeps files and guests' pages for as long as the portals say; everybody else's pages pass through it. A long session and a
# cart need: varnishd -p http_req_hdr_len=32k -p http_resp_hdr_len=32k -p http_req_size=96k -p http_resp_size=96k
# -p workspace_client=256k -p workspace_backend=256k
vcl 4.1;

import directors;
import std;

probe readiness {
    .url = "/readyz";
    .interval = 2s;
    .timeout = 3s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}
# Nodes need a DRAIN_MS of three probes (6000).
backend portal_1 { .host = "127.0.0.1"; .port = "3001"; .probe = readiness; .first_byte_timeout = 60s; }
backend portal_2 { .host = "127.0.0.1"; .port = "3002"; .probe = readiness; .first_byte_timeout = 60s; }

sub vcl_init {
    new portals = directors.round_robin();
    portals.add_backend(portal_1);
    portals.add_backend(portal_2);
}

sub vcl_recv {
    set req.backend_hint = portals.backend();
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Whoever has another cookie than these three isn't a guest: consent, light version, end of the session.
    if (req.http.Cookie && req.http.Cookie !~ "^((__Host-)?(cookie_consent|light|session_ended)=[^;]*(; |$))+$") {
        # Files are the same for everybody.
        if (req.url !~ "^/assets/") {
            return (pass);
        }
        unset req.http.Cookie;
    }
    # `Vary` has the rest: Cookie, Save-Data, Sec-Fetch-Site.
    return (hash);
}

sub vcl_backend_response {
    # Where GUEST_CACHE_HEADER names it, it says of guests' pages what Cache-Control must not say to other caches.
    if (beresp.http.Club-Cache-Control ~ "^public, " && !beresp.http.Set-Cookie) {
        set beresp.ttl = std.duration(regsub(beresp.http.Club-Cache-Control, ".*max-age=(\d+).*", "\1s"), 0s);
        set beresp.grace = std.duration(regsub(beresp.http.Club-Cache-Control, ".*revalidate=(\d+).*", "\1s"), 0s);
        unset beresp.http.Club-Cache-Control;
        return (deliver);
    }
}

sub vcl_backend_error {
    # What has no consequences may be asked of another node.
    if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries < 2) {
        return (retry);
    }
}
