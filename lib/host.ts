/** `example.com` for `https://www.example.com/app`; what is no address stays as it is. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);
