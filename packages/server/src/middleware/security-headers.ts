/** Sent with every answer: a browser must treat it as data, never as a page or a script, and never guess its type. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;
