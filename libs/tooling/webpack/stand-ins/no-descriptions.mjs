// Replaces the messages of the federation runtime's error codes. Errors still contain the code and the URL of
// its explanation.

export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
