export function compiled(source: string, filename: string): string;
