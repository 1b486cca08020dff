import { Form } from "@remix-run/react";
import { Badge } from "../../ui/core/badge";
import { Button, ButtonLink } from "../../ui/core/button";
import { DataTable } from "../../ui/lazy/table";
import { SECURITY_PATH } from "./security-path";

export interface SessionView {
  /** Without one, the upstream can't be told which session to end. */
  id: string;
  device: string;
  network: string;
  lastUsed: string;
  isCurrent: boolean;
}

/** Where the participant is logged in. Each session can be ended. */
export function SessionsTable({ sessions }: { sessions: readonly SessionView[] }) {
  return (
    <DataTable
      caption="Устройства, на которых вы вошли"
      captionHidden
      rows={sessions}
      rowKey={(session) => session.id}
      empty={null}
      columns={[
        { key: "device", header: "Устройство", main: true, cell: renderDevice },
        { key: "network", header: "Адрес в сети", cell: (session) => session.network || "—" },
        { key: "used", header: "Последний визит", cell: (session) => session.lastUsed || "—" },
        { key: "end", header: "Действия", bare: true, cell: renderEnd },
      ]}
    />
  );
}

function renderDevice({ device, isCurrent }: SessionView) {
  return (
    <>
      {device} {isCurrent && <Badge tone="ok">Это устройство</Badge>}
    </>
  );
}

function renderEnd({ id, device, isCurrent }: SessionView) {
  if (isCurrent) {
    return (
      <ButtonLink to="/logout" variant="quiet" small>
        Выйти<span className="visually-hidden"> на этом устройстве</span>
      </ButtonLink>
    );
  }
  if (!id) return null;
  return (
    <Form method="post" action={SECURITY_PATH} preventScrollReset>
      <input type="hidden" name="session_id" value={id} />
      <Button variant="quiet" small name="intent" value="end">
        Выйти<span className="visually-hidden"> на другом устройстве: {device}</span>
      </Button>
    </Form>
  );
}
