/** Kinds of actions that users need most. Trello has many more. */
export const actionKinds = [
  { title: "Card made", value: "createCard" },
  { title: "Card changed", value: "updateCard" },
  { title: "Card moved to another list", value: "updateCard:idList" },
  { title: "Card archived or sent back", value: "updateCard:closed" },
  { title: "Card deleted", value: "deleteCard" },
  { title: "Comment", value: "commentCard" },
  { title: "Member put on a card", value: "addMemberToCard" },
  { title: "Member taken off a card", value: "removeMemberFromCard" },
  { title: "Checklist item ticked or not", value: "updateCheckItemStateOnCard" },
  { title: "Attachment added", value: "addAttachmentToCard" },
  { title: "List made", value: "createList" },
  { title: "List changed", value: "updateList" },
];
