import type { LoaderFunctionArgs } from "@remix-run/node";
import { cacheHeaders } from "../document/cache";
import { requireGuest } from "../session/visit.server";
import { ButtonLink } from "../ui/button";
import { PageHeader } from "../ui/page";

export const headers = cacheHeaders("guest");

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return null;
}

export default function HomePage() {
  return (
    <PageHeader title="Баллы за каждую деталь" actions={<ButtonLink to="/register">Вступить в клуб</ButtonLink>} />
  );
}
