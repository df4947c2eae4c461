/** The product server's whole address, without a slash at the end. */
export const serverBase = ({ serverURL, siteURL }: { serverURL: string; siteURL: string }) =>
  serverURL.startsWith('/') ? siteURL + serverURL : serverURL;
