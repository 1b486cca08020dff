// The console's only script, on the two pages with passkeys: it shows their form, and asks the authenticator before it is sent.
// Browsers without WebAuthn's JSON form, and those without script, keep the password and the code.
const keys = window.PublicKeyCredential;
const form = document.querySelector("form[data-passkey]");
if (form && keys?.parseRequestOptionsFromJSON && keys.parseCreationOptionsFromJSON) {
  form.hidden = false;
  const failure = form.querySelector("[role=alert]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    failure.textContent = "";
    try {
      const answer = await fetch(form.dataset.passkey, { method: "POST" });
      // The session has ended.
      if (answer.redirected) return location.assign(answer.url);
      if (!answer.ok) throw new Error(String(answer.status));
      const options = await answer.json();
      const credential = await (options.rp
        ? navigator.credentials.create({ publicKey: keys.parseCreationOptionsFromJSON(options) })
        : navigator.credentials.get({ publicKey: keys.parseRequestOptionsFromJSON(options) }));
      form.elements.response.value = JSON.stringify(credential);
      form.submit();
    } catch {
      failure.textContent = "Ключ не ответил. Попробуйте ещё раз.";
    }
  });
}
