/** Why what was sent was not taken, for the `problem` of a submit bar; read out when it appears. */
export function SubmitRefusal({ title, action }: { title: string; action: string }) {
  return (
    <p role="alert" className="text-sm text-text-2">
      <strong className="font-medium text-text">{title}</strong> {action}
    </p>
  );
}
