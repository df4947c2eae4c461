/** The absolute URL of the product server, without a trailing slash. */
export const serverBase = ({ serverURL, siteURL }: { serverURL: string; siteURL: string }) =>
  serverURL.startsWith('/') ? siteURL + serverURL : serverURL;
