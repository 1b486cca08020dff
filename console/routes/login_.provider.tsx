import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { beginProviderLogIn } from "../../contract/operator/calls";
import { ask } from "../lib/api.server";
import { writeFlow } from "../lib/cookie.server";
import { LogInFailed } from "../ui/log-in-failed";

export const meta: MetaFunction = () => [{ title: "Вход не удался — консоль клуба" }];

/** Leads to the provider. A link, since the page's policy lets no form end at another site. */
export async function loader(call: LoaderFunctionArgs) {
  const { result, refusal } = await ask(call, beginProviderLogIn, {}, { token: "" });
  if (refusal) return data({ message: refusal.message }, refusal.status);
  throw redirect(result.address, { headers: { "Set-Cookie": writeFlow(call, result.flow) } });
}

export default function ProviderPage() {
  return <LogInFailed message={useLoaderData<typeof loader>().message} />;
}
