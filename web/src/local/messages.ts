/** What goes to and fro between the page and its worker. */
export interface Asked {
  id: number;
  method: string;
  path: string;
  body: string;
  language: string;
}

export interface Answered {
  id: number;
  status: number;
  text: string;
}
