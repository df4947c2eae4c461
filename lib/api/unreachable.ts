/** What people read when a request, or the code that makes it, does not get through. Apart from axios, which is loaded later. */
export const UNREACHABLE_MESSAGE = "We can't reach the server. Check your connection and try again.";
