/** On every answer: JSON is data, never a page, a script or something to guess the type of. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;
