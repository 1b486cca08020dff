import { Form } from "@remix-run/react";
import { Button, type ButtonVariant } from "../../ui/core/button";
import { SECURITY_PATH } from "./security-path";

/** Asks for a mail with a link to set a new password (§4.12). */
export function RestoreLinkForm({ variant }: { variant: ButtonVariant }) {
  return (
    <Form method="post" action={SECURITY_PATH} preventScrollReset>
      <Button variant={variant} name="intent" value="link">
        Прислать ссылку
      </Button>
    </Form>
  );
}
