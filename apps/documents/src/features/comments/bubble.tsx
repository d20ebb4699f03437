/** Icon of comments. */
export const bubble = <path d="M3 4h14v9.5H9.5L6 16.5v-3H3V4Z" />;
