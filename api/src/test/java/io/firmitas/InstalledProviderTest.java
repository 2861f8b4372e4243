package io.firmitas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InstalledProviderTest {
  private static final PolicyProvider FAKE = new FakeProvider();
  private static final PolicyProvider OTHER = new OtherProvider();
  private static final String FAKE_NAME = "io.firmitas.FakeProvider";
  private static final String OTHER_NAME = OtherProvider.class.getName();

  private static final class OtherProvider implements PolicyProvider {
    @Override
    public <P extends Policy<?>> P create(PolicyConfig<P> config) {
      throw new UnsupportedOperationException();
    }

    @Override
    public PolicyRuntime systemRuntime() {
      throw new UnsupportedOperationException();
    }

    @Override
    public PolicyRuntime newRuntime() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  @DisplayName("the provider on the class path is found, and always the same")
  void found() {
    assertThat(PolicyProvider.installed())
        .isInstanceOf(FakeProvider.class)
        .isSameAs(PolicyProvider.installed());
    assertThat(PolicyRuntime.system()).isSameAs(PolicyProvider.installed().systemRuntime());
  }

  @Test
  @DisplayName("one provider is taken, with or without its name")
  void one() {
    assertThat(InstalledProvider.choose(List.of(FAKE), null)).isSameAs(FAKE);
    assertThat(InstalledProvider.choose(List.of(FAKE), FAKE_NAME)).isSameAs(FAKE);
  }

  @Test
  @DisplayName("none: the message says which artifact to add")
  void none() {
    assertThatIllegalStateException()
        .isThrownBy(() -> InstalledProvider.choose(List.of(), null))
        .withMessageContaining("No io.firmitas.PolicyProvider found")
        .withMessageContaining("add io.firmitas:firmitas-impl");
    assertThatIllegalStateException()
        .isThrownBy(() -> InstalledProvider.choose(List.of(), FAKE_NAME))
        .withMessageContaining("add io.firmitas:firmitas-impl");
  }

  @Test
  @DisplayName("several: the message lists them and names the property")
  void several() {
    assertThatIllegalStateException()
        .isThrownBy(() -> InstalledProvider.choose(List.of(FAKE, OTHER), null))
        .withMessageContaining(FAKE_NAME)
        .withMessageContaining(OTHER_NAME)
        .withMessageContaining("io.firmitas.provider");
    assertThat(InstalledProvider.choose(List.of(FAKE, OTHER), OTHER_NAME)).isSameAs(OTHER);
  }

  @Test
  @DisplayName("a name that fits none: the message shows the name and what was found")
  void unknownName() {
    assertThatIllegalStateException()
        .isThrownBy(() -> InstalledProvider.choose(List.of(FAKE), "com.example.Absent"))
        .withMessageContaining("io.firmitas.provider is com.example.Absent")
        .withMessageContaining(FAKE_NAME);
  }
}
