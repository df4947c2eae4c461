/** Follows a sign-in through the pages of a provider on a local port, with its cookies, as a browser does. */
export async function walkThrough(startURL: string, choice: string, callback: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(startURL);
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    await response.body?.cancel();
    url = new URL(response.headers.get('location') ?? choice, url);
    if (url.href.startsWith(callback)) return url;
  }
  throw new Error(`The provider did not lead back to ${callback}`);
}
