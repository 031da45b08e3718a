/** Release of the service interface that these operations follow; published by discovery and health. */
export const SERVICE_VERSION = "1.53.2";
