// Stands in for the sentences that belong to the federation runtime's error codes. Its messages still
// carry the code and the address of the page that explains it.

export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
