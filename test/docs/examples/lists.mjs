// A program that somebody tests: it keeps lists in an email-marketing account.
const {env} = process;
const headers = () => ({PublicKey: env.EMK_PUBLIC_KEY, SecretKey: env.EMK_SECRET_KEY, Accept: 'application/json'});

export async function createList(name) {
  const body = new URLSearchParams({name});
  const answer = await fetch(`${env.EMK_BASE_URL}/contacts-type/add`, {method: 'POST', headers: headers(), body});
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
}

export async function listNames() {
  const answer = await fetch(`${env.EMK_BASE_URL}/contacts-type`, {headers: headers()});
  return (await answer.json()).message.contactTypes.map(({name}) => name);
}
