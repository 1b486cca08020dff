/** Who brought the person here counts as the chosen distributor and manager (§5.4). */
export function OriginNote({ name }: { name: string }) {
  return (
    <p className="linked">
      {name ? `Вас пригласил участник клуба: ${name}.` : "Вы регистрируетесь по приглашению."} Дистрибьютор определится
      по приглашению.
    </p>
  );
}
