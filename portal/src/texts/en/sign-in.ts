export const signIn = {
  title: "Sign in",
  lead: "Use the administrator token, a partner key or a company key. You will see what that key may see.",
  key: "Key or token",
  keyHint: "It is sent once, over this connection, and is not kept in the browser.",
  submit: "Sign in",
  missing: "Enter your key or token.",
  refused: "This key is not recognised or is no longer valid.",
  tooMany: (seconds: number) => `Too many attempts. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  ended: "Your session has ended. Sign in again to continue.",
  show: "Show the key",
  hide: "Hide the key",
};
