import { StepCards } from "../../ui/core/steps";
import { BoxDrawing } from "../../ui/lazy/blueprint/box";
import { EmptySheet } from "../../ui/lazy/blueprint/empty-sheet";
import { SparkPlug } from "../../ui/lazy/blueprint/spark-plug";

/** How the club works (§1.8): register, collect points, exchange them for gifts. */
export function ThreeSteps() {
  return (
    <StepCards
      steps={[
        {
          title: "Зарегистри\u00adруйтесь",
          text: "Магазину и сервису хватит ИНН, отделу продаж — выбрать дистрибьютора.",
          drawing: <EmptySheet />,
        },
        {
          title: "Собирайте баллы",
          text: "За сделки из отчётов. Магазину — ещё за промокоды, менеджеру — за приглашённых.",
          drawing: <SparkPlug />,
        },
        {
          title: "Меняйте на подарки",
          text: "Выберите в каталоге — остальное сделаем мы.",
          drawing: <BoxDrawing />,
        },
      ]}
    />
  );
}
