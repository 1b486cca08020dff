import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// As long as a crowded machine may need.
configure({ asyncUtilTimeout: 60_000 });

afterEach(cleanup);
